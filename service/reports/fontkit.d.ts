/** The part of fontkit that Ronda uses. The package does not come with type definitions. */
declare module 'fontkit' {
  export const create: (font: Uint8Array) => { characterSet: number[] };
}
