import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { renderPgbackrestConfiguration, stanza } from '../configuration/pgbackrest.ts';
import type { Workspace } from '../processes/workspace.ts';

/** A database node, as pgBackRest sees it. */
type BackedUpNode = { name: string; dataFolder: string; socketFolder: string; postgresPort: number };

/** pgBackRest for the nodes of a cluster, with one encrypted repository. */
export type Pgbackrest = {
  /** Returns a command line for a shell, for example for PostgreSQL's `archive_command`. */
  commandLine(node: BackedUpNode, ...args: string[]): string;
  /**
   * Runs a command on a node. @returns what it prints.
   * @throws Error with its output if it fails or exceeds the timeout.
   */
  run(node: BackedUpNode, args: readonly string[], timeoutMs: number): Promise<string>;
};

export type PgbackrestOptions = {
  workspace: Workspace;
  program: string;
  nodes: readonly BackedUpNode[];
  cipherPassword: string;
  /** The password of the superuser, with which pgBackRest connects to PostgreSQL. */
  superuserPassword: string;
};

/** Quotes a word for a shell and for Python's `shlex`. */
const quote = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** Creates the repository's folder and a configuration file for each node. */
export const createPgbackrest = (options: PgbackrestOptions): Pgbackrest => {
  const { workspace, program, nodes, cipherPassword, superuserPassword } = options;
  const repositoryFolder = workspace.createFolder('repository');
  const configurationFiles = new Map(
    nodes.map((node) => [
      node.name,
      workspace.writeConfiguration(
        `pgbackrest-${node.name}.conf`,
        renderPgbackrestConfiguration({
          ...{ repositoryFolder, cipherPassword, node },
          workFolder: workspace.createFolder(`pgbackrest-${node.name}`),
        }),
      ),
    ]),
  );
  const wordsOf = (node: BackedUpNode, args: readonly string[]) => [
    program,
    `--config=${configurationFiles.get(node.name) ?? ''}`,
    `--stanza=${stanza}`,
    ...args,
  ];
  const { ids } = workspace.account;
  const accountArguments = ids ? ['--reuid', `${ids.uid}`, '--regid', `${ids.gid}`, '--clear-groups'] : [];
  return {
    commandLine: (node, ...args) => wordsOf(node, args).map(quote).join(' '),
    run: async (node, args, timeoutMs) => {
      try {
        const { stdout } = await promisify(execFile)(
          'setpriv',
          [...accountArguments, '--pdeathsig', 'TERM', '--', ...wordsOf(node, args)],
          {
            cwd: '/',
            env: { PATH: process.env.PATH, ...workspace.environment, PGPASSWORD: superuserPassword },
            timeout: timeoutMs,
          },
        );
        return stdout;
      } catch (error) {
        const {
          stdout = '',
          stderr = '',
          message,
        } = error as { stdout?: string; stderr?: string; message: string };
        throw new Error(`pgbackrest ${args.join(' ')}: ${`${stdout}${stderr}`.trim() || message}`, {
          cause: error,
        });
      }
    },
  };
};
