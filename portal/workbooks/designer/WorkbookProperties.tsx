import { Stack, TagsInput, Textarea, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import type { DraftDocument } from '#portal/workbooks/model/design.ts';
import { isLanguageTag } from '#portal/workbooks/model/local-texts.ts';
import { useDesigner } from './designer-context.ts';

export const WorkbookProperties = ({ document }: { document: DraftDocument }) => {
  const { t } = useTranslation('field-properties');
  const { t: tDesigner } = useTranslation('designer');
  const { dispatch, languages, onLanguagesChange } = useDesigner();
  const [invalidTag, setInvalidTag] = useState<string>();
  const setLanguages = (tags: string[]) => {
    setInvalidTag(tags.find((tag) => !isLanguageTag(tag)));
    onLanguagesChange(tags.filter(isLanguageTag));
  };
  const endStep = () => dispatch({ kind: 'endStep' });
  return (
    <Stack>
      <Title order={2} size="h4">
        {tDesigner('versionDetails')}
      </Title>
      <DimmedText>{t('selectHint')}</DimmedText>
      <TextInput
        label={t('versionTitle')}
        description={t('versionTitleHint')}
        value={document.title ?? ''}
        maxLength={256}
        onBlur={endStep}
        onChange={({ currentTarget: { value } }) =>
          dispatch({ kind: 'setDetails', changes: { title: value === '' ? null : value } })
        }
      />
      <Textarea
        label={t('versionDescription')}
        value={document.description ?? ''}
        maxLength={32_768}
        autosize
        minRows={2}
        maxRows={8}
        onBlur={endStep}
        onChange={({ currentTarget: { value } }) =>
          dispatch({ kind: 'setDetails', changes: { description: value === '' ? null : value } })
        }
      />
      <TagsInput
        label={t('languages')}
        description={t('languagesHint')}
        value={[...languages]}
        onChange={setLanguages}
        maxTags={50}
        data={['en', 'nl', 'de', 'fr', 'es', 'pl', 'tr', 'ar'].filter((tag) => !languages.includes(tag))}
        error={invalidTag !== undefined && t('languageInvalid', { tag: invalidTag })}
      />
    </Stack>
  );
};
