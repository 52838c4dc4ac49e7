import { useQuery } from '@tanstack/react-query';
import { currentLanguage } from '#kit/current-language.ts';
import { inspectedVersionQuery, inspectionQuery } from '#portal/api/inspections.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { mapFieldsByName, parseFieldName } from '#portal/workbooks/fields/fields-by-name.ts';
import { pickTranslation } from '#workbook-engine/local-text.ts';

/** Returns the field's name if its label is missing or contains answers, or if the user cannot read the workbook. */
export const useFieldLabel = (inspectionId: string | null, path: string): string => {
  const canReadWorkbook = useHasPermission('Workbooks.Read');
  const inspection = useQuery({
    ...inspectionQuery(inspectionId),
    enabled: inspectionId !== null && canReadWorkbook,
    retry: false,
  }).data;
  const version = useQuery(inspectedVersionQuery(inspection)).data;
  const name = parseFieldName(path);
  const { label } = (version && mapFieldsByName(version.fields).get(name)) ?? {};
  const text = label === undefined ? '' : pickTranslation(label, currentLanguage());
  return text === '' || text.includes('${') ? name : text;
};
