import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Loads zxing from the app's own files rather than from its CDN. */
export const loadWasmDetector = async (): Promise<BarcodeDetector> => {
  await prepareZXingModule({
    overrides: { locateFile: () => wasmUrl },
    fireImmediately: true,
  });
  return new BarcodeDetector();
};
