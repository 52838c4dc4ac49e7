import type { Share } from '#contract/report.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { findRow, readRow, run, statement } from '#service/database/statement.ts';
import { createTokenKind } from '#service/identity/tokens/secret-token.ts';

/** The tenant is the shard key. Attempts are not limited, because nobody can guess 256 random bits. */
export const SHARE_TOKEN = createTokenKind('ronda_report_');

const INSERT_SHARE = statement('insert-share')`
  insert into report_share (tenant_id, share_id, inspection_id, token_hash, language, created_by, expires_at)
  values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7)) returning expires_at`;

export const insertShare = async (
  trx: DatabaseTransaction,
  share: {
    tenantId: number;
    shareId: string;
    inspectionId: string;
    tokenHash: Buffer;
    language: string | null;
    userId: number;
    expiresInDays: number;
  },
): Promise<Date> =>
  (
    await readRow(trx, INSERT_SHARE, [
      share.tenantId,
      share.shareId,
      share.inspectionId,
      share.tokenHash,
      share.language,
      share.userId,
      share.expiresInDays,
    ])
  ).expires_at;

const REVOKE_SHARE = statement('revoke-share')`
  with revoked as (
    update report_share set revoked_at = now(), revoked_by = $4
    where tenant_id = $1 and inspection_id = $2 and share_id = $3 and revoked_at is null returning share_id
  )
  select not exists (select from revoked) as "wasRevoked" from report_share
  where tenant_id = $1 and inspection_id = $2 and share_id = $3`.narrow<{ wasRevoked: boolean }>();

/** Revokes a share. Returns undefined if it does not exist. Revoking it again has no effect. */
export const markRevoked = async (
  trx: DatabaseTransaction,
  {
    tenantId,
    inspectionId,
    shareId,
    userId,
  }: { tenantId: number; inspectionId: string; shareId: string; userId: number },
): Promise<{ wasRevoked: boolean } | undefined> => {
  const [share] = await run(trx, REVOKE_SHARE, [tenantId, inspectionId, shareId, userId]);
  return share;
};

const LIST_SHARES = statement('list-shares')`
  select share_id as id, language, report_share.created_at as "createdAt", creator.user_name as "userName",
         expires_at as "expiresAt", revoked_at as "revokedAt", revoker.user_name as "revokedBy", uses,
         last_used_at as "lastUsedAt"
  from report_share
  join app_user as creator on creator.tenant_id = $1 and creator.user_id = report_share.created_by
  left join app_user as revoker on revoker.tenant_id = $1 and revoker.user_id = report_share.revoked_by
  where report_share.tenant_id = $1 and inspection_id = $2 and ($3::uuid is null or share_id > $3)
  order by share_id limit $4`.narrow<Pick<Share, 'language'>>();

/** An inspection's shares, including expired and revoked ones, by creation time. */
export const listShares = (
  db: Database,
  {
    tenantId,
    inspectionId,
    after,
    limit,
  }: { tenantId: number; inspectionId: string; after: string | null; limit: number },
) => run(db, LIST_SHARES, [tenantId, inspectionId, after, limit]);

/**
 * SQL condition for a valid link: not revoked, not expired, and for an inspection that has been completed and still
 * exists.
 */
const IS_VALID = `
  report_share.tenant_id = $1 and token_hash = $2 and revoked_at is null and expires_at > now()
  and inspection.tenant_id = $1 and inspection.inspection_id = report_share.inspection_id
  and not inspection.is_deleted and inspection.completion > 0`;

const FIND_SHARE = statement('find-share')`
  select report_share.inspection_id, report_share.language from report_share, inspection where ${IS_VALID}`.narrow<
  Pick<Share, 'language'>
>();

/** Finds the inspection that a valid link leads to. */
export const findShare = (db: Database, tenantId: number, tokenHash: Buffer) =>
  findRow(db, FIND_SHARE, [tenantId, tokenHash]);

const USE_SHARE = statement('use-share')`
  update report_share set uses = uses + 1, last_used_at = now() from inspection where ${IS_VALID}
  returning report_share.inspection_id, report_share.language`.narrow<Pick<Share, 'language'>>();

/** Like `findShare`, but also counts this as a use of the link. */
export const useShare = (db: Database, tenantId: number, tokenHash: Buffer) =>
  findRow(db, USE_SHARE, [tenantId, tokenHash]);
