/**
 * Removes the variables of libpq, such as `PGOPTIONS` and `PGSSLMODE`, from the environment of this process. They are meant for another
 * database. PostgreSQL's programs would follow them, and so would the package `pg` for everything that the address of a database leaves open.
 */
export const removeLibpqVariables = (): void => {
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]/i.test(name)) delete process.env[name];
};
