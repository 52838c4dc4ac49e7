import type { WriteOrder } from './picture-files.ts';

// Writes one file, beside the page: some browsers let only workers write to their private file system. Each file has a
// worker of its own, which tells undefined when all bytes lie on the disk, or why they do not.

const write = async ({ folder, id, bytes }: WriteOrder): Promise<void> => {
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle(folder, { create: true });
  const file = await directory.getFileHandle(id, { create: true });
  const content = await bytes.arrayBuffer();
  const access = await file.createSyncAccessHandle();
  try {
    const written = access.write(content, { at: 0 });
    if (written < content.byteLength) throw new DOMException('The disk is full.', 'QuotaExceededError');
    access.flush();
  } finally {
    access.close();
  }
};

self.onmessage = ({ data }: MessageEvent<WriteOrder>) =>
  write(data).then(
    () => self.postMessage(undefined),
    (error: unknown) => self.postMessage(error),
  );
