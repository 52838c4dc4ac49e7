import { selectDistinctCodes } from './distinct-codes.ts';

type DetectCodes = (source: Blob | HTMLVideoElement) => Promise<string[]>;

/** Formats commonly found on inspected objects. */
const REQUIRED_FORMATS = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13'];

type Detector = { detect: (source: ImageBitmapSource) => Promise<{ rawValue: string }[]> };
type NativeDetector = { new (): Detector; getSupportedFormats: () => Promise<string[]> };

let detectorPromise: Promise<DetectCodes> | undefined;

/** Loads the detector. After a failure, the next call retries. */
export const loadDetector = (): Promise<DetectCodes> => {
  detectorPromise ??= createDetector().then((detector) => async (source) => {
    const codes = await detector.detect(source);
    return selectDistinctCodes(codes.map(({ rawValue }) => rawValue));
  });
  detectorPromise.catch(() => {
    detectorPromise = undefined;
  });
  return detectorPromise;
};

const createDetector = async (): Promise<Detector> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetector };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector && REQUIRED_FORMATS.every((format) => formats.includes(format)))
    return new BarcodeDetector();
  const zxing = await import('barcode-detector/ponyfill');
  // Self-hosts the module instead of loading it from zxing's CDN.
  const { default: wasmUrl } = await import('zxing-wasm/reader/zxing_reader.wasm?url');
  await zxing.prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  return new zxing.BarcodeDetector();
};
