import { addProtocol, type VectorSourceSpecification } from 'maplibre-gl';
import { EtagMismatch, PMTiles } from 'pmtiles';

/** What the map is drawn on: a source of tiles, the names of their layers, and where they come from. */
export type Ground = { source: VectorSourceSpecification; layers: string[]; origin: string };

type Metadata = { vector_layers?: { id: string }[]; attribution?: string };

const PROTOCOL = 'ronda-map';

/** Reads bytes of the server's file; `revision` differs once there is another file. */
export type ReadMapFile = (
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
) => Promise<{ bytes: ArrayBuffer; revision: string | undefined }>;

/** Reads what the server's file of tiles says of itself. */
export const readGround = async (readMapFile: ReadMapFile): Promise<Ground> => {
  const archive = new PMTiles({
    getKey: () => PROTOCOL,
    getBytes: async (offset, length, signal, etag) => {
      const { bytes, revision } = await readMapFile(offset, length, signal);
      // The operator has put another file in its place: it is read from its beginning again.
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
    origin: textOf(attribution),
  };
};

/** The words of a piece of HTML: its tags are gone before it is read, so that nothing of it is loaded or run. */
const textOf = (html: string) =>
  new DOMParser().parseFromString(html.replaceAll(/<[^>]*>/g, ''), 'text/html').body.textContent?.trim() ??
  '';
