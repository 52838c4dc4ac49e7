import type { DatabaseTransaction } from '#service/database/connect.ts';
import { type ItemUpsert, preferIndexLookups, type WriteCounts, writeItems } from './write-items.ts';

export const ensureItems = async (
  trx: DatabaseTransaction,
  target: { tenantId: number; contentTypeId: string },
  items: readonly ItemUpsert[],
): Promise<Pick<WriteCounts, 'created' | 'updated'>> => {
  await preferIndexLookups(trx);
  const itemsJson = JSON.stringify(items);
  const { created, updated, restored } = await writeItems(trx, target, { itemsJson, attributeNames: null });
  return { created, updated: updated + restored };
};
