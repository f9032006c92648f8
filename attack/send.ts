import { Agent, type IncomingMessage, request as openRequest } from 'node:http';
import { connect } from 'node:net';
import type { AttackRequest } from './grammar/request.ts';
import { requireLoopback } from './target.ts';

/** The result of a request. */
export type Outcome = {
  /** `cut`: the attack stopped reading, because the answer was larger than allowed. */
  result: 'answered' | 'closed' | 'timeout' | 'cut';
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: number;
  /** The beginning of the body. */
  text: string;
  ms: number;
};

export type SendLimits = {
  /** How long an answer may take. */
  timeoutMs: number;
  maxAnswerBytes: number;
};

export type TargetConnections = { send(request: AttackRequest): Promise<Outcome>; close(): void };

/** How much of an answer is kept. Later requests use the ids in it. */
const keptBytes = 50_000;
const noAnswer = { status: 0, headers: {}, bytes: 0, text: '' };

/** Opens connections to the target. @throws Error if it is not on loopback. */
export const openConnections = (target: string, limits: SendLimits): TargetConnections => {
  const url = requireLoopback(target);
  const agent = new Agent({ keepAlive: true });
  const send = async (request: AttackRequest): Promise<Outcome> => {
    const startedAt = performance.now();
    const outcome =
      request.delivery === 'client'
        ? await sendByClient(url, agent, request, limits)
        : await sendBytes(url, request, limits);
    return { ...outcome, ms: performance.now() - startedAt };
  };
  return { send, close: () => agent.destroy() };
};

type Received = Omit<Outcome, 'ms'>;

/** Returns the header Content-Length; none if there is no body, or if the request already has Content-Length or Transfer-Encoding. */
const contentLengthOf = ({ body, headers }: AttackRequest): readonly (readonly [string, string])[] =>
  body === null || headers.some(([name]) => /^(content-length|transfer-encoding)\s*$/i.test(name))
    ? []
    : [['Content-Length', `${body.length}`]];

/** Returns the host as Node's sockets expect it: an IPv6 address without its brackets. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const sendByClient = (
  url: URL,
  agent: Agent,
  request: AttackRequest,
  limits: SendLimits,
  isRetry = false,
): Promise<Received> =>
  new Promise((resolve) => {
    const headers = [['Host', url.host], ...request.headers, ...contentLengthOf(request)].flat();
    const sent = openRequest({
      ...{ host: hostOf(url), port: url.port, agent: isRetry ? false : agent },
      ...{ method: request.method, path: request.path, headers },
    });
    let isSettled = false;
    const end = (received: Received | Promise<Received>) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      resolve(received);
    };
    const timer = setTimeout(() => {
      end({ ...noAnswer, result: 'timeout' });
      sent.destroy();
    }, limits.timeoutMs);
    sent.on('response', (response) => readAnswer(response, limits, end));
    // The product has accepted an upgrade (status 101).
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      end({ ...noAnswer, result: 'answered', status: response.statusCode ?? 0 });
    });
    sent.on('error', () => {
      // The error may be the result of `destroy` after the timeout.
      if (isSettled) return;
      // The server may have closed a kept connection just before it was used again. The retry opens a new one.
      if (sent.reusedSocket && !isRetry) end(sendByClient(url, agent, request, limits, true));
      else end({ ...noAnswer, result: 'closed' });
    });
    sent.end(request.body ?? undefined);
  });

const readAnswer = (response: IncomingMessage, limits: SendLimits, end: (received: Received) => void) => {
  const kept: Buffer[] = [];
  let bytes = 0;
  const createReceived = (result: Received['result']): Received => ({
    result,
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, `${value ?? ''}`]),
    ),
    bytes,
    text: Buffer.concat(kept).toString('utf8'),
  });
  response.on('data', (chunk: Buffer) => {
    if (bytes < keptBytes) kept.push(chunk);
    bytes += chunk.length;
    if (bytes <= limits.maxAnswerBytes) return;
    end(createReceived('cut'));
    response.destroy();
  });
  response.on('end', () => end(createReceived('answered')));
  response.on('close', () => end(createReceived(response.complete ? 'answered' : 'closed')));
  response.on('error', () => end(createReceived('closed')));
};

/** Writes the request as bytes on a connection of its own, without checking any of it, and reads until the server closes. */
const sendBytes = (url: URL, request: AttackRequest, limits: SendLimits): Promise<Received> =>
  new Promise((resolve) => {
    const socket = connect(Number(url.port), hostOf(url));
    const isIncomplete = request.delivery === 'incomplete';
    const hasHost = request.headers.some(([name]) => name === 'Host');
    const head = [
      `${request.method} ${request.path} HTTP/1.1`,
      ...(hasHost ? [] : [`Host: ${url.host}`]),
      'Connection: close',
      ...[...request.headers, ...contentLengthOf(request)].map(([name, value]) => `${name}: ${value}`),
    ].join('\r\n');
    const body = request.body ?? Buffer.alloc(0);
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (result: Received['result']) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...parseAnswer(Buffer.concat(chunks).toString('latin1')), result, bytes });
    };
    const timer = setTimeout(() => end('timeout'), limits.timeoutMs);
    socket.on('data', (chunk) => {
      if (bytes < keptBytes) chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > limits.maxAnswerBytes) end('cut');
    });
    socket.on('error', () => end(bytes === 0 ? 'closed' : 'answered'));
    socket.on('close', () => end(bytes === 0 ? 'closed' : 'answered'));
    socket.write(`${head}\r\n\r\n`, 'latin1');
    socket.write(isIncomplete ? body.subarray(0, Math.max(0, body.length - 1)) : body);
    if (isIncomplete) socket.end();
  });

const parseAnswer = (answer: string): Pick<Received, 'status' | 'headers' | 'text'> => {
  // Interim answers such as 100 come first.
  const final = answer.replace(/^(HTTP\/1\.1 1\d\d [\s\S]*?\r\n\r\n)+/, '');
  const [head = '', text = ''] = final.split('\r\n\r\n', 2);
  const [statusLine = '', ...lines] = head.split('\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0),
    headers: Object.fromEntries(
      lines.map((line) => {
        const [name = '', ...rest] = line.split(':');
        return [name.toLowerCase(), rest.join(':').trim()];
      }),
    ),
    text,
  };
};
