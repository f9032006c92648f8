/** Returns whether this build is for the browser. The other build is for the read-api, which renders pages. */
export const isClientBuild = ({ name }: { name: string }): boolean => name === 'client';
