import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

export type SecurityOptions = {
  /** The address at which the browser reaches the Auth emulator, or null. */
  authEmulatorUrl: string | null;
  /** Whether the product is served over https. Browsers then get an HSTS header. */
  https: boolean;
  /** `'sha256-…'` of the client's inline scripts (the theme, before the first paint). */
  scriptHashes?: readonly string[];
};

/**
 * Sets the security headers of every answer. The content security policy allows the client's own files, Firebase's sign-in
 * endpoints (or the emulator's), pictures and videos from anywhere (courses and users link to them) and YouTube's player.
 * Inline styles are allowed because toasts, charts and the certificate create styles at run time.
 */
export const securityHeaders = (options: SecurityOptions): Middleware =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(options.scriptHashes ?? []).map((hash) => `'${hash}'`)],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'http:', 'https:'],
        mediaSrc: ["'self'", 'http:', 'https:'],
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
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    hsts: options.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
