/** Returns a message about the streams that could not be projected completely into the tables of a command, with a line break. */
export const describeParkedStreams = (count: number): string =>
  `Streams that could not be projected completely: ${count}. Their last events are missing from these tables. If they are also parked in the tables of the product, projector status names them.\n`;
