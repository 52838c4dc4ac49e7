import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Reads codes with zxing in WebAssembly, which is loaded from this server or the device only. */
export const loadWasmDetector = async (): Promise<BarcodeDetector> => {
  await prepareZXingModule({
    overrides: { locateFile: () => wasmAddress },
    fireImmediately: true,
  });
  return new BarcodeDetector();
};
