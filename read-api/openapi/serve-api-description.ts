import { join } from 'node:path';
import { endpoints } from '#contract/endpoints.ts';
import type { Context, RequestMiddleware } from '#platform/http/context.ts';
import { type ClientFile, readClientFiles } from '../client-files/read-client-files.ts';
import { entityTag, matchesEntityTag } from '../freshness/entity-tag.ts';
import { acceptedCoding, type ContentCoding, encodeBody } from '../query-handler/content-coding.ts';
import { createOpenApiDocument } from './openapi-document.ts';

/**
 * Serves GET /openapi.json, the description of all endpoints, and GET /api, a page on which to read about them and try them. The
 * page is part of this repository because it has to work without other servers and under the content security policy.
 */
export const serveApiDescription = (version: string): RequestMiddleware => {
  let description: { body: Buffer; etag: string } | null = null;
  /**
   * Returns the description. It is created at the first request rather than at the start, because creating it is slow.
   */
  const getDescription = () => {
    if (description !== null) return description;
    const text = JSON.stringify(createOpenApiDocument(endpoints, version));
    description = { body: Buffer.from(text), etag: entityTag([text]) };
    return description;
  };
  /** The description is encoded once per coding, when the first client asks for that coding. */
  const encodedDescriptions = new Map<ContentCoding, Promise<Buffer>>();
  const descriptionIn = (coding: ContentCoding): Promise<Buffer> => {
    const known = encodedDescriptions.get(coding);
    if (known) return known;
    const encoded = encodeBody(getDescription().body, coding);
    encodedDescriptions.set(coding, encoded);
    // The next request tries again.
    encoded.catch(() => encodedDescriptions.delete(coding));
    return encoded;
  };
  const page = readClientFiles(join(import.meta.dirname, 'page'));
  const sendDescription = async (context: Context): Promise<void> => {
    context.state.route = context.path;
    context.set('Cache-Control', 'no-cache');
    const { etag } = getDescription();
    context.set('ETag', etag);
    if (matchesEntityTag(etag, context.get('if-none-match'))) {
      context.status = 304;
      return;
    }
    const coding = acceptedCoding(context);
    context.compress = false;
    if (coding !== 'identity') context.set('Content-Encoding', coding);
    context.type = 'application/json';
    context.body = await descriptionIn(coding);
  };
  const sendPageFile = (context: Context, file: ClientFile): void => {
    context.state.route = '/api';
    context.set('Cache-Control', 'no-cache');
    context.set('ETag', file.etag);
    if (matchesEntityTag(file.etag, context.get('if-none-match'))) {
      context.status = 304;
      return;
    }
    context.type = file.type;
    context.body = file.body;
  };
  return (context, next) => {
    const { path } = context;
    if (context.method !== 'GET' && context.method !== 'HEAD') return next();
    if (path === '/openapi.json') return sendDescription(context);
    if (path !== '/api' && !path.startsWith('/api/')) return next();
    const file = page.get(path === '/api' || path === '/api/' ? '/index.html' : path.slice('/api'.length));
    return file ? sendPageFile(context, file) : next();
  };
};
