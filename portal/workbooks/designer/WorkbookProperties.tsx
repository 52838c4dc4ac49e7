import { Stack, TagsInput, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { DraftDocument } from '#portal/workbooks/model/design.ts';
import { isLanguageTag } from '#portal/workbooks/model/local-texts.ts';
import { useDesigner } from './designer-context.ts';
import { usePropertyWords } from './property-words.ts';
import { useDesignerWords } from './words.ts';

/** What holds for the whole version: its title, its languages. */
export const WorkbookProperties = ({ document }: { document: DraftDocument }) => {
  const t = usePropertyWords();
  const words = useDesignerWords();
  const { act, languages, onLanguages } = useDesigner();
  const [refused, setRefused] = useState<string>();
  const take = (tags: string[]) => {
    setRefused(tags.find((tag) => !isLanguageTag(tag)));
    onLanguages(tags.filter(isLanguageTag));
  };
  const pause = () => act({ kind: 'pause' });
  return (
    <Stack>
      <Title order={2} size="h4">
        {words('toWorkbook')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('choosing')}
      </Text>
      <TextInput
        label={t('versionTitle')}
        description={t('versionTitleHint')}
        value={document.title ?? ''}
        maxLength={256}
        onBlur={pause}
        onChange={({ currentTarget: { value } }) =>
          act({ kind: 'describe', change: { title: value === '' ? null : value } })
        }
      />
      <Textarea
        label={t('versionDescription')}
        value={document.description ?? ''}
        maxLength={32_768}
        autosize
        minRows={2}
        maxRows={8}
        onBlur={pause}
        onChange={({ currentTarget: { value } }) =>
          act({ kind: 'describe', change: { description: value === '' ? null : value } })
        }
      />
      <TagsInput
        label={t('languages')}
        description={t('languagesHint')}
        value={[...languages]}
        onChange={take}
        maxTags={50}
        data={['en', 'nl', 'de', 'fr', 'es', 'pl', 'tr', 'ar'].filter((tag) => !languages.includes(tag))}
        error={refused !== undefined && t('languageFault', { tag: refused })}
      />
    </Stack>
  );
};
