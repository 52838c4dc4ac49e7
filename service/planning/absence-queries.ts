import type { Absence } from '#contract/absence.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import { parseInstant } from '#service/http/instant.ts';
import { invalidCursor } from '#service/http/request-problems.ts';

const CURSOR_PATTERN = /^(\d{4}-\d\d-\d\d)(.{36})$/;
const FIRST_PAGE = ['infinity', '00000000-0000-0000-0000-000000000000'];

export const formatAbsenceCursor = ({ from, id }: Absence): string => from + id;

const LIST_ABSENCES = statement('list-absences')`
  select absence_id as id, first_day as from, last_day as to,
    case when $6::boolean then reason end as reason
  from absence
  where tenant_id = $1 and user_id = $2
    and (first_day < $3::date or first_day = $3::date and absence_id > $4::uuid)
  order by first_day desc, absence_id limit $5 + 1`;

/** Lists the latest first. All reasons are null unless `shouldIncludeReasons`. */
export const listAbsences = async (
  db: Database,
  {
    tenantId,
    userId,
    shouldIncludeReasons,
  }: { tenantId: number; userId: number; shouldIncludeReasons: boolean },
  { after, limit }: { after: string; limit: number },
): Promise<Absence[]> => {
  const [day, id] = after === '' ? FIRST_PAGE : (CURSOR_PATTERN.exec(after)?.slice(1) ?? []);
  const isDay = after === '' || parseInstant(`${day}T00:00:00Z`) !== undefined;
  if (day === undefined || !isUuid(id!) || !isDay) throw invalidCursor();
  return run(db, LIST_ABSENCES, [tenantId, userId, day, id, limit, shouldIncludeReasons]);
};
