/** SQL that writes a timestamp as the wire has it: UTC, three fraction digits (contract, Formats). */
export const wireTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
