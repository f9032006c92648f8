import { hostname, userInfo } from 'node:os';

/** Returns the operating system's user and host. In a container the user may have no name. */
export const findOperator = (): string => {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `${process.getuid?.() ?? 'somebody'}@${hostname()}`;
  }
};
