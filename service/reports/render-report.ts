import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import pdfmake from 'pdfmake';
import type { CanShow } from '#service/reports/document/printable.ts';
import type { ReportDocument } from '#service/reports/document/report-node.ts';
import { FONT } from '#service/reports/document/report-style.ts';
import type { ReportPictures } from './report-job.ts';

const readFont = (url: string): Buffer => readFileSync(fileURLToPath(url));

const NORMAL = 'normal.ttf';
const BOLD = 'bold.ttf';
const fonts = {
  [NORMAL]: readFont(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
  [BOLD]: readFont(import.meta.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf')),
};

// User input must not be able to make the renderer read a file or request a URL.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(() => false);
pdfmake.setFonts({ [FONT]: { normal: NORMAL, bold: BOLD } });

/** Both weights have the same glyphs: Latin, Greek, Cyrillic and Devanagari. */
const codePoints = new Set(create(fonts[NORMAL]).characterSet);
export const canShow: CanShow = (codePoint) => codePoints.has(codePoint);

/** Must not run concurrently: pdfmake shares virtual files between all documents. */
export const renderReport = (document: ReportDocument, pictures: ReportPictures): Promise<Buffer> => {
  const { virtualfs } = pdfmake;
  virtualfs.storage = { ...fonts };
  // Use Buffers, because pdfmake treats other byte arrays as file paths.
  for (const [id, { buffer, byteOffset, byteLength }] of pictures) {
    virtualfs.storage[id] = Buffer.from(buffer, byteOffset, byteLength);
  }
  const images = Object.fromEntries([...pictures.keys()].map((id) => [id, id]));
  return pdfmake.createPdf({ ...document, images }).getBuffer();
};
