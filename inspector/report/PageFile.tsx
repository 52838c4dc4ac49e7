import { Loader, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { FileActs } from './FileActs.tsx';
import { useReportWords } from './words.ts';
import { writePage } from './write-page.ts';

type Props = {
  name: string;
  title: string;
  language: 'en' | 'nl';
  pictures: ReadonlyMap<string, Blob>;
  sheet: () => HTMLElement;
};

/** What is shown, as a file. It is made beforehand: a browser lets a page share only right after a tap. */
export const PageFile = (props: Props) => {
  const t = useReportWords();
  const [file, setFile] = useState<File>();
  const [hasFailed, setFailed] = useState(false);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const { sheet, name, ...about } = latest.current;
    writePage(sheet(), about).then(
      (page) => setFile(new File([page], `${name}.html`, { type: 'text/html' })),
      () => setFailed(true),
    );
  }, []);
  if (hasFailed) return <Text role="alert">{t('unreadable')}</Text>;
  if (!file) return <Loader aria-label={t('preparing')} />;
  return <FileActs file={file} words={{ share: t('sharePage'), save: t('savePage') }} variant="default" />;
};
