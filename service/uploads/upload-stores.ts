import type { Database } from '#service/database/connect.ts';
import type { Files } from '#service/files/files.ts';

/** The storage of uploads: the database with their rows, and their files. */
export type UploadStores = { db: Database; files: Files };
