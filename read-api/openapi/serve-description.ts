import { join } from 'node:path';
import { calls } from '#contract/calls.ts';
import type { RequestMiddleware } from '#platform/http/context.ts';
import { readClientFiles } from '../client-files/files.ts';
import { isHeld } from '../freshness/entity-tag.ts';
import { openApiDocument } from './document.ts';

/**
 * GET /openapi.json: the description of all calls. GET /api: a page to read and try them, of our own, since it has to
 * work without any other server and within the content policy.
 */
export const serveDescription = (version: string): RequestMiddleware => {
  const description = JSON.stringify(openApiDocument(calls, version));
  const page = readClientFiles(join(import.meta.dirname, 'page'));
  return async (context, next) => {
    const { path } = context;
    if (context.method !== 'GET' && context.method !== 'HEAD') return next();
    if (path === '/openapi.json') {
      context.state.route = path;
      context.set('Cache-Control', 'no-cache');
      context.type = 'application/json';
      context.body = description;
      return;
    }
    if (path !== '/api' && !path.startsWith('/api/')) return next();
    const file = page.get(path === '/api' || path === '/api/' ? '/index.html' : path.slice('/api'.length));
    if (!file) return next();
    context.state.route = '/api';
    context.set('Cache-Control', 'no-cache');
    context.set('ETag', file.etag);
    if (isHeld(file.etag, context.get('if-none-match'))) {
      context.status = 304;
      return;
    }
    context.type = file.type;
    context.body = file.body;
  };
};
