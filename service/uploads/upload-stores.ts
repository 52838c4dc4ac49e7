import type { Database } from '#service/database/connect.ts';
import type { Files } from '#service/files/files.ts';

export type UploadStores = { db: Database; files: Files };
