/** The part of fontkit that Ronda uses. The package has no type definitions. */
declare module 'fontkit' {
  export const create: (font: Uint8Array) => {
    /** Code points that the font has glyphs for. */
    characterSet: number[];
  };
}
