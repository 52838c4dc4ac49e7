import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { AccountMenu } from '#inspector/account/AccountMenu.tsx';
import { useDevice } from '#inspector/device/device.ts';
import { InspectionScreen } from '#inspector/inspection/InspectionScreen.tsx';
import { MissingInspection } from '#inspector/page/MissingInspection.tsx';
import { findMergedInspection } from '#inspector/store/merge-inspection.ts';
import type { Store } from '#inspector/store/store.ts';
import type { Answers } from '#workbook-engine/answer.ts';

const route = getRouteApi('/inspections/$inspectionId');

/** The form of an inspection, with its workbook and the previous answers. */
export const InspectionPage = () => {
  const { store, server } = useDevice();
  const { inspectionId } = route.useParams();
  const navigate = useNavigate();
  const known = useLiveQuery(() => readKnown(store, inspectionId), [store, inspectionId]);
  const adopted = useLiveQuery(() => findMergedInspection(store, inspectionId), [store, inspectionId]);
  useEffect(() => {
    if (adopted === undefined) return;
    void navigate({ to: '/inspections/$inspectionId', params: { inspectionId: adopted }, replace: true });
  }, [adopted, navigate]);
  if (known === undefined) return null;
  if (known === null) return adopted === undefined ? <MissingInspection /> : null;
  const leave = () => void navigate({ to: '/' });
  const report = () => void navigate({ to: '/inspections/$inspectionId/report', params: { inspectionId } });
  return (
    <InspectionScreen
      {...{ store, inspectionId, ...known }}
      fetchFile={server.file}
      account={<AccountMenu />}
      onLeave={leave}
      onReport={report}
    />
  );
};

const readKnown = async ({ database }: Store, inspectionId: string) => {
  const inspection = await database.inspections.get(inspectionId);
  const version = inspection && (await database.versions.get(inspection.versionId));
  if (!version) return null;
  const task = inspection.taskId === null ? undefined : await database.tasks.get(inspection.taskId);
  const earlier = (task?.work.task.items ?? []).flatMap(({ id, previousInspection: last }) =>
    last ? [[id, { ...last, answers: last.answers as Answers }] as const] : [],
  );
  return {
    definition: { fields: version.fields },
    workbookTitles: version.workbookTitles ?? {},
    earlier: Object.fromEntries(earlier),
  };
};
