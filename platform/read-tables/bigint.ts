import { types } from 'pg';

/** The type id of bigint. pg returns it as text by default; positions stay far below 2^53, so numbers are safe. */
const int8 = 20;

/** The `types` option of a pg Client or Pool that parses bigint as number, as the table types here declare. */
export const bigintAsNumber = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary'
      ? Number
      : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};
