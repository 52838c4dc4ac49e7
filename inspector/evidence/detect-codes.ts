// Detects barcodes and QR codes in pictures and videos, using either the browser's detector or, if it has none, a
// WebAssembly module that is loaded on first use.

import { type DetectedCode, selectDistinctCodes } from './detected-code.ts';
export type DetectCodes = (source: Blob | HTMLVideoElement | ImageBitmap) => Promise<DetectedCode[]>;

/** The formats commonly found on inspected objects. A browser's detector is only used if it supports all of them. */
const REQUIRED_FORMATS = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13'];

type Detector = { detect: (source: ImageBitmapSource) => Promise<{ rawValue: string; format: string }[]> };
type NativeDetector = { new (): Detector; getSupportedFormats: () => Promise<string[]> };

let loading: Promise<DetectCodes> | undefined;

/** Loads the detector. If this fails, the next call tries again. */
export const loadDetector = (): Promise<DetectCodes> => {
  loading ??= createDetector().then(createDetectCodes);
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};

const createDetector = async (): Promise<Detector> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetector };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector && REQUIRED_FORMATS.every((format) => formats.includes(format)))
    return new BarcodeDetector();
  const { loadWasmDetector } = await import('./wasm-detector.ts');
  return loadWasmDetector();
};

const createDetectCodes =
  (detector: Detector): DetectCodes =>
  async (source) =>
    selectDistinctCodes(
      (await detector.detect(source)).map(({ rawValue, format }) => ({ text: rawValue, format })),
    );
