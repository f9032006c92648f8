import { request } from 'node:http';

/** Where a Docker engine would listen: `DOCKER_HOST` (unix:// or tcp://), else the usual socket. */
const engineAddress = (): { socketPath: string } | { host: string; port: string } | null => {
  const given = process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock';
  if (given.startsWith('unix://')) return { socketPath: given.slice('unix://'.length) };
  if (!URL.canParse(given)) return null;
  const { hostname, port } = new URL(given);
  return { host: hostname, port: port || '2375' };
};

/** Whether a Docker engine answers within two seconds. */
export const dockerEngineAnswers = (): Promise<boolean> =>
  new Promise((answer) => {
    const address = engineAddress();
    if (!address) return answer(false);
    const ping = request({ ...address, path: '/_ping', timeout: 2_000 }, (response) => {
      response.resume();
      answer(response.statusCode === 200);
    });
    ping.once('timeout', () => ping.destroy());
    ping.once('error', () => answer(false));
    ping.once('close', () => answer(false));
    ping.end();
  });
