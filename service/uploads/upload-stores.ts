import type { Database } from '#service/database/connect.ts';
import type { Files } from '#service/files/files.ts';

/** Where uploads are: what is known of them, and their bytes. */
export type UploadStores = { db: Database; files: Files };
