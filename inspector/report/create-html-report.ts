import style from './ReportBody.css?inline';

/** Creates a self-contained HTML page with the report, its styles and its pictures. */
export const createHtmlReport = async (
  reportElement: HTMLElement,
  { title, language, pictures }: { title: string; language: string; pictures: ReadonlyMap<string, Blob> },
): Promise<string> => {
  const copy = reportElement.cloneNode(true) as HTMLElement;
  copy.classList.add('report-standalone');
  // A standalone page needs a top-level heading.
  const subtitle = copy.firstElementChild!;
  const heading = document.createElement('h1');
  heading.append(...subtitle.childNodes);
  subtitle.replaceWith(heading);
  for (const button of copy.querySelectorAll('button')) button.replaceWith(...button.childNodes);
  for (const image of copy.querySelectorAll<HTMLImageElement>('img[data-picture]')) {
    image.src = await readAsDataUrl(pictures.get(image.dataset.picture!)!);
    delete image.dataset.picture;
  }
  const titleElement = document.createElement('title');
  titleElement.textContent = title;
  // Built as a string: the content security policy blocks changes to style elements.
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${titleElement.outerHTML}
<style>${style}</style>
</head>
<body><main>${copy.outerHTML}</main></body>
</html>
`;
};

const readAsDataUrl = (bytes: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(bytes);
  });
