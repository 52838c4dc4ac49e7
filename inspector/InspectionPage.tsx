import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { AccountMenu } from '#inspector/account/AccountMenu.tsx';
import { useDevice } from '#inspector/device/device.ts';
import { InspectionScreen } from '#inspector/inspection/InspectionScreen.tsx';
import { NextSteps } from '#inspector/my-tasks/NextSteps.tsx';
import { MissingInspection } from '#inspector/page/MissingInspection.tsx';
import { findMergeTarget } from '#inspector/store/merge-inspection.ts';
import type { Store } from '#inspector/store/store.ts';
import type { Answers } from '#workbook-engine/answer.ts';

const route = getRouteApi('/inspections/$inspectionId');

export const InspectionPage = () => {
  const { store, client } = useDevice();
  const { inspectionId } = route.useParams();
  const navigate = useNavigate();
  const data = useLiveQuery(() => readInspectionData(store, inspectionId), [store, inspectionId]);
  const mergeTargetId = useLiveQuery(() => findMergeTarget(store, inspectionId), [store, inspectionId]);
  useEffect(() => {
    if (mergeTargetId === undefined) return;
    const params = { inspectionId: mergeTargetId };
    void navigate({ to: '/inspections/$inspectionId', params, replace: true });
  }, [mergeTargetId, navigate]);
  if (data === undefined) return null;
  if (data === null) return mergeTargetId === undefined ? <MissingInspection /> : null;
  const { taskId, ...workbook } = data;
  return (
    <InspectionScreen
      {...{ store, inspectionId, ...workbook }}
      fetchFile={client.downloadFile}
      account={<AccountMenu />}
      nextSteps={<NextSteps taskId={taskId} />}
      onLeave={() => void navigate({ to: '/' })}
      onOpenReport={() =>
        void navigate({ to: '/inspections/$inspectionId/report', params: { inspectionId } })
      }
    />
  );
};

const readInspectionData = async ({ database }: Store, inspectionId: string) => {
  const inspection = await database.inspections.get(inspectionId);
  const version = inspection && (await database.versions.get(inspection.versionId));
  if (!version) return null;
  const { taskId } = inspection;
  const task = taskId === null ? undefined : await database.tasks.get(taskId);
  const previousInspections = (task?.work.task.items ?? []).flatMap(({ id, previousInspection: previous }) =>
    previous ? [[id, { ...previous, answers: previous.answers as Answers }] as const] : [],
  );
  return {
    taskId,
    definition: { fields: version.fields },
    workbookTitles: version.workbookTitles ?? {},
    previousInspections: Object.fromEntries(previousInspections),
  };
};
