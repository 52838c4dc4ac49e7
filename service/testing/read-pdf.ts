import { extractImages, extractText, getDocumentProxy, getMeta } from 'unpdf';

export type PdfContents = {
  /** The text of each page, with spaces instead of line breaks. */
  pages: string[];
  text: string;
  /** The width and height in pixels of the pictures on each page. */
  pictures: [width: number, height: number][][];
  title: string;
  language: string;
  /** The names of the fonts, and the number of fonts that are embedded in the document. */
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

/** Returns the first word that does not follow the previous words in the text, or undefined if all words do. */
export const findFirstWordOutOfOrder = (text: string, words: readonly string[]): string | undefined => {
  let start = 0;
  return words.find((word) => {
    const index = text.indexOf(word, start);
    start = index + word.length;
    return index < 0;
  });
};
