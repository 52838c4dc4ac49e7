// Barcodes and QR codes in a picture or a video: by the browser where it can, otherwise by a program in WebAssembly that is
// part of the app and loaded when it is first needed.

import { distinctCodes, type FoundCode } from './found-code.ts';
export type DetectCodes = (source: Blob | HTMLVideoElement | ImageBitmap) => Promise<FoundCode[]>;

/** A browser that reads fewer kinds than what stands on the things that are inspected is no help. */
const NEEDED = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13'];

type Detector = { detect: (source: ImageBitmapSource) => Promise<{ rawValue: string; format: string }[]> };
type NativeDetector = { new (): Detector; getSupportedFormats: () => Promise<string[]> };

let loading: Promise<DetectCodes> | undefined;

/** What detects codes here. Rejects when it cannot be loaded; may be asked again. */
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
