/** Returns whether the code is built for the browser, and not for the read-api, which renders pages with it. */
export const isClientBuild = ({ name }: { name: string }): boolean => name === 'client';
