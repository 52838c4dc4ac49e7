// Detects barcodes and QR codes in a picture or a video: with the browser's detector if it has one, otherwise with a
// WebAssembly module that is part of the app and loaded on first use.

import { distinctCodes, type FoundCode } from './found-code.ts';
export type DetectCodes = (source: Blob | HTMLVideoElement | ImageBitmap) => Promise<FoundCode[]>;

/** Formats that are common on inspected objects. A browser's detector that supports fewer is not used. */
const NEEDED = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13'];

type Detector = { detect: (source: ImageBitmapSource) => Promise<{ rawValue: string; format: string }[]> };
type NativeDetector = { new (): Detector; getSupportedFormats: () => Promise<string[]> };

let loading: Promise<DetectCodes> | undefined;

/** Loads the detector. Rejects if it cannot be loaded; a later call tries again. */
export const loadDetector = (): Promise<DetectCodes> => {
  loading ??= chooseDetector().then(detectWith);
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};

const chooseDetector = async (): Promise<Detector> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetector };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector && NEEDED.every((format) => formats.includes(format))) return new BarcodeDetector();
  const { loadWasmDetector } = await import('./wasm-detector.ts');
  return loadWasmDetector();
};

const detectWith =
  (detector: Detector): DetectCodes =>
  async (source) =>
    distinctCodes(
      (await detector.detect(source)).map(({ rawValue, format }) => ({ text: rawValue, format })),
    );
