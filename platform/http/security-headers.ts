import type { Context as KoaContext, Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { RequestMiddleware } from './context.ts';

export type SecurityOptions = {
  /** The address at which the browser reaches the Auth emulator, or null. */
  authEmulatorUrl: string | null;
  /** Whether the product is served over https. Browsers then get an HSTS header. */
  isHttps: boolean;
  /** The only other hosts from which pictures are loaded; without any, pictures are loaded from every https address. */
  imageHosts?: readonly string[];
};

/**
 * The digest of the one style element that html2canvas adds to its copy of a certificate, always with the same text. The style hides
 * pseudo-elements that are drawn as elements.
 */
const certificateStyle = 'sha256-UP0QZg7irvSMvOBz9mH2PIIE28+57UiavRfeVea0l3g=';

const listPictureSources = (hosts: readonly string[]): string[] =>
  hosts.length === 0 ? ['https:'] : hosts.map((host) => `https://${host}`);

/**
 * Sets the security headers of every answer. Answers with `isData` get only those that have an effect on data, because all
 * headers together are longer than most of these answers.
 */
export const securityHeaders = (options: SecurityOptions): RequestMiddleware => {
  // The headers are the same for every answer of a kind, so they are computed once.
  const computing = Promise.all([
    computeHeaders(helmetForPages(options)),
    computeHeaders(helmetForData(options)),
  ]);
  let computed: Awaited<typeof computing> | null = null;
  return async (context, next) => {
    computed ??= await computing;
    const [ofPages, ofData] = computed;
    try {
      await next();
    } finally {
      for (const [name, value] of context.state.isData ? ofData : ofPages) context.res.setHeader(name, value);
    }
  };
};

/** Returns the headers that a middleware sets for every request. */
const computeHeaders = async (middleware: Middleware): Promise<[name: string, value: string][]> => {
  const headers: [string, string][] = [];
  const res = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => {},
  };
  await middleware({ req: {}, res } as unknown as KoaContext, async () => {});
  return headers;
};

const hsts = ({ isHttps }: SecurityOptions) =>
  isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false;

/** If a browser shows data as a page, these headers keep the page from running or loading anything. OWASP recommends them for APIs. */
const helmetForData = (options: SecurityOptions): Middleware =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    dnsPrefetchControl: false,
    frameguard: false,
    hsts: hsts(options),
    ieNoOpen: false,
    originAgentCluster: false,
    permittedCrossDomainPolicies: false,
    referrerPolicy: false,
    xssFilter: false,
  });

/**
 * The content security policy allows the client's own files, Firebase's sign-in endpoints (and the emulator's), pictures (from the
 * hosts in `imageHosts`, or else from every https address), videos from every https address, and YouTube's player.
 * Styles come from files, with one exception. Scripts set styles of elements through the CSSOM, which needs no permission.
 */
const helmetForPages = (options: SecurityOptions): Middleware =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", `'${certificateStyle}'`],
        imgSrc: ["'self'", 'data:', 'blob:', ...listPictureSources(options.imageHosts ?? [])],
        mediaSrc: ["'self'", 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: [
          "'self'",
          'https://identitytoolkit.googleapis.com',
          'https://securetoken.googleapis.com',
          ...(options.authEmulatorUrl === null ? [] : [new URL(options.authEmulatorUrl).origin]),
        ],
        frameSrc: ['https://www.youtube-nocookie.com'],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    hsts: hsts(options),
  });
