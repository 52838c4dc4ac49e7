/** The part of pdfmake that is used here; the types that exist for it bring those of browsers with them. */
declare module 'pdfmake' {
  type Fonts = Record<string, { normal: string; bold: string }>;
  type Pdfmake = {
    virtualfs: {
      storage: Record<string, Uint8Array>;
      writeFileSync(name: string, content: Uint8Array): void;
    };
    setFonts(fonts: Fonts): void;
    setUrlAccessPolicy(mayRead: (url: string) => boolean): void;
    setLocalAccessPolicy(mayRead: (path: string) => boolean): void;
    createPdf(description: object): { getBuffer(): Promise<Buffer> };
  };
  const pdfmake: Pdfmake;
  export = pdfmake;
}
