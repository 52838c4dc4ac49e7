/** The part of fontkit that is used here; it brings no types of its own. */
declare module 'fontkit' {
  export const create: (font: Uint8Array) => {
    /** The code points that the font has a sign for. */
    characterSet: number[];
  };
}
