import { useQuery } from '@tanstack/react-query';
import { currentLanguage } from '#kit/language.ts';
import { readInspection } from '#portal/api/inspections.ts';
import { readVersion } from '#portal/api/workbooks.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { mapFieldsByName, parseFieldName } from '#portal/workbooks/fields/fields-by-name.ts';
import { getLocalText } from '#workbook-engine/local-text.ts';

/**
 * Returns the label of a question in an inspection. If the question has no label, its label contains answers, or the
 * user cannot read the workbook, returns its name.
 */
export const useFieldLabel = (inspectionId: string | null, path: string): string => {
  const canReadWorkbook = useHasPermission('Workbooks.Read');
  const inspection = useQuery({
    queryKey: ['inspection', inspectionId],
    queryFn: () => readInspection(inspectionId!),
    enabled: inspectionId !== null && canReadWorkbook,
    retry: false,
  }).data;
  const version = useQuery({
    queryKey: ['version of inspection', inspection?.workbookId],
    queryFn: () => readVersion(inspection!.definitionId, inspection!.workbookId),
    enabled: inspection !== undefined,
    // The fields of a version never change.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }).data;
  const name = parseFieldName(path);
  const { label } = (version && mapFieldsByName(version.fields).get(name)) ?? {};
  const text = label === undefined ? '' : getLocalText(label, currentLanguage());
  return text === '' || text.includes('${') ? name : text;
};
