/** The format is defined in the contract (Formats). */
export const formatWireTimeSql = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Converts a time that was selected as text, such as `2026-11-21 08:00:00.5+00`. For lists, this is faster than creating
 * a Date for each time, and than `to_char`.
 */
export const formatWireTime = (text: string): string =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
