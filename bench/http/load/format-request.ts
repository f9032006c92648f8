type RequestOptions = { headers?: Record<string, string>; body?: object };

/** Formats an HTTP/1.1 request. Every request accepts compressed answers, as browsers do. */
export const formatRequest = (
  method: string,
  path: string,
  { headers = {}, body }: RequestOptions = {},
): string => {
  const text = body === undefined ? '' : JSON.stringify(body);
  const fields = {
    host: '127.0.0.1',
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate, br, zstd',
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(text)}` }),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
};
