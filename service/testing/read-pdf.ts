import { extractImages, extractText, getDocumentProxy, getMeta } from 'unpdf';

export type PdfContents = {
  /** The text of each page, with spaces instead of line breaks. */
  pages: string[];
  text: string;
  /** The pictures' width and height in pixels, by page. */
  pictures: [width: number, height: number][][];
  title: string;
  language: string;
  /** The names of all fonts, and the number of embedded ones. */
  fonts: Set<string>;
  embeddedFonts: number;
};

export const readPdf = async (bytes: Uint8Array): Promise<PdfContents> => {
  // The parser takes ownership of the bytes it receives.
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { totalPages, text } = await extractText(pdf);
  const pages = text.map((page) => page.replaceAll(/\s+/g, ' '));
  const pictures: PdfContents['pictures'] = [];
  for (let page = 1; page <= totalPages; page++) {
    pictures.push((await extractImages(pdf, page)).map(({ width, height }) => [width, height]));
  }
  const { info } = await getMeta(pdf);
  const objects = Buffer.from(bytes).toString('latin1');
  return {
    pages,
    text: pages.join(' '),
    pictures,
    title: info.Title,
    language: info.Language,
    fonts: new Set([...objects.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name!)),
    embeddedFonts: [...objects.matchAll(/\/FontFile2 /g)].length,
  };
};

/** Returns the first word that is missing after the previous ones in the text, or undefined if all are in order. */
export const findFirstWordOutOfOrder = (text: string, words: readonly string[]): string | undefined => {
  let start = 0;
  return words.find((word) => {
    const index = text.indexOf(word, start);
    start = index + word.length;
    return index < 0;
  });
};
