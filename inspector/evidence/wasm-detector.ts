import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Reads codes by zxing in WebAssembly, which comes from this server or the device, never from elsewhere. */
export const loadWasmDetector = async (): Promise<BarcodeDetector> => {
  await prepareZXingModule({
    overrides: { locateFile: () => wasmAddress },
    fireImmediately: true,
  });
  return new BarcodeDetector();
};
