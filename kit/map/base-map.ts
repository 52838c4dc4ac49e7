import { addProtocol, type VectorSourceSpecification } from 'maplibre-gl';
import { EtagMismatch, PMTiles } from 'pmtiles';

export type BaseMap = { source: VectorSourceSpecification; layers: string[]; attribution: string };

type Metadata = { vector_layers?: { id: string }[]; attribution?: string };

const PROTOCOL = 'ronda-map';

/** Reads a byte range from the server's map file. `revision` changes when the file is replaced. */
export type ReadMapFile = (
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
) => Promise<{ bytes: ArrayBuffer; revision: string | undefined }>;

export const readBaseMap = async (readMapFile: ReadMapFile): Promise<BaseMap> => {
  const archive = new PMTiles({
    getKey: () => PROTOCOL,
    getBytes: async (offset, length, signal, etag) => {
      const { bytes, revision } = await readMapFile(offset, length, signal);
      // The file was replaced, so PMTiles has to re-read it from the start.
      if (etag !== undefined && etag !== revision) throw new EtagMismatch();
      return { data: bytes, ...(revision !== undefined && { etag: revision }) };
    },
  });
  addProtocol(PROTOCOL, async ({ url }, { signal }) => {
    const [z, x, y] = url.split('/').slice(-3).map(Number);
    const tile = await archive.getZxy(z!, x!, y!, signal);
    return { data: tile?.data ?? new ArrayBuffer(0) };
  });
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader();
  const { vector_layers: layers = [], attribution = '' } = (await archive.getMetadata()) as Metadata;
  return {
    source: {
      type: 'vector',
      tiles: [`${PROTOCOL}://tiles/{z}/{x}/{y}`],
      minzoom: minZoom,
      maxzoom: maxZoom,
      bounds: [minLon, minLat, maxLon, maxLat],
    },
    layers: layers.map(({ id }) => id),
    attribution: extractText(attribution),
  };
};

/** Tags are removed before parsing so that nothing is loaded or executed. */
const extractText = (html: string) =>
  new DOMParser().parseFromString(html.replaceAll(/<[^>]*>/g, ''), 'text/html').body.textContent?.trim() ??
  '';
