import { types } from 'pg';

/** Positions are 64 bits in PostgreSQL and stay far below 2^53: numbers are enough, and pg gives text unless told. */
const int8 = 20;

/** The `types` option of a pg Client or Pool that reads bigint as number, as the table types here say. */
export const bigintAsNumber = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary'
      ? Number
      : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};
