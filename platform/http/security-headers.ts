import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

export type SecurityOptions = {
  /** Address of the Auth emulator as the browser reaches it, or null. */
  authEmulatorUrl: string | null;
  /** Served by https: browsers are told to stay with it. */
  https: boolean;
  /** `'sha256-…'` of inline scripts that the client's page holds (the theme, before the first paint). */
  scriptHashes?: readonly string[];
};

/**
 * Headers of every answer. The content policy is the client's: its own files, Firebase's sign-in endpoints (or the
 * emulator's), pictures and videos from anywhere (courses and persons name them by address), and YouTube's player.
 * Styles may be inline because toasts, charts and the certificate's picture make theirs at run time.
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
