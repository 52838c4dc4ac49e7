/** SQL that formats a timestamp as on the wire: UTC with three fraction digits (contract, Formats). */
export const wireTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
