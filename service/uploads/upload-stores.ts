import type { Database } from '#service/database/connect.ts';
import type { Files } from '#service/files/files.ts';

/** Where uploads are stored: their rows in the database, and their files. */
export type UploadStores = { db: Database; files: Files };
