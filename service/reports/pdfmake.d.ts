/** The part of pdfmake that Ronda uses. The published types depend on browser types. */
declare module 'pdfmake' {
  type Fonts = Record<string, { normal: string; bold: string }>;
  type Pdfmake = {
    virtualfs: {
      storage: Record<string, Uint8Array>;
      writeFileSync(name: string, content: Uint8Array): void;
    };
    setFonts(fonts: Fonts): void;
    setUrlAccessPolicy(canRead: (url: string) => boolean): void;
    setLocalAccessPolicy(canRead: (path: string) => boolean): void;
    createPdf(description: object): { getBuffer(): Promise<Buffer> };
  };
  const pdfmake: Pdfmake;
  export = pdfmake;
}
