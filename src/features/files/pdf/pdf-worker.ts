/** Started by inspect-pdf.ts once per PDF. Reads it from stdin and writes a line of JSON to stdout, then the pixels of its first page. */
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { PDFiumModule } from '@hyzyla/pdfium';
import { type PdfFault, scanPdf } from './scan-pdf.ts';

/** Size of the preview, pixels. */
const [WIDTH, HEIGHT] = [640, 900];
const BGRA = 4;
const WHITE = 0xffffffff;
/** With annotations, and red first. */
const FLAGS = 0x01 | 0x10;
const PASSWORD_NEEDED = 4;

/** Functions of PDFium that the types of the package lack. */
type Module = Awaited<ReturnType<typeof PDFiumModule>> & {
  _FPDFDoc_GetJavaScriptActionCount(document: number): number;
  _FPDFDoc_GetAttachmentCount(document: number): number;
  _FPDF_GetSecurityHandlerRevision(document: number): number;
};

type Inspected = { fault: PdfFault } | { pages: number; width: number; height: number; pixels: Uint8Array };

setPriority(10); // requests have priority
const { pixels, ...head } = { pixels: Buffer.alloc(0), ...(await inspect(await buffer(process.stdin))) };
process.stdout.write(`${JSON.stringify(head)}\n`);
process.stdout.write(pixels);

async function inspect(bytes: Buffer): Promise<Inspected> {
  const fault = scanPdf(bytes);
  if (fault !== undefined) return { fault };
  const module = (await PDFiumModule({} as Parameters<typeof PDFiumModule>[0])) as Module;
  module._FPDF_InitLibraryWithConfig({ version: 2, m_pIsolate: null, m_pUserFontPaths: null, m_v8EmbedderSlot: 0, m_pPlatform: null });
  const memory = module.wasmExports.malloc(bytes.length);
  module.HEAPU8.set(bytes, memory);
  const document = module._FPDF_LoadMemDocument(memory, bytes.length, 0);
  if (document === 0) return { fault: module._FPDF_GetLastError() === PASSWORD_NEEDED ? 'encrypted' : 'broken' };
  // What PDFium itself finds, should the scan have been evaded.
  if (module._FPDF_GetSecurityHandlerRevision(document) >= 0) return { fault: 'encrypted' };
  if (module._FPDFDoc_GetJavaScriptActionCount(document) > 0) return { fault: 'scripted' };
  if (module._FPDFDoc_GetAttachmentCount(document) > 0) return { fault: 'attachments' };
  const pages = module._FPDF_GetPageCount(document);
  const page = pages > 0 ? module._FPDF_LoadPage(document, 0) : 0;
  return page === 0 ? { fault: 'broken' } : { pages, ...render(module, page) };
}

function render(module: Module, page: number) {
  const [ownWidth, ownHeight] = [module._FPDF_GetPageWidth(page), module._FPDF_GetPageHeight(page)];
  const scale = Math.min(WIDTH / Math.max(1, ownWidth), HEIGHT / Math.max(1, ownHeight));
  const width = Math.min(WIDTH, Math.max(1, Math.round(ownWidth * scale)));
  const height = Math.min(HEIGHT, Math.max(1, Math.round(ownHeight * scale)));
  const memory = module.wasmExports.malloc(width * height * BGRA);
  const bitmap = module._FPDFBitmap_CreateEx(width, height, BGRA, memory, width * BGRA);
  module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  module._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS);
  return { width, height, pixels: module.HEAPU8.slice(memory, memory + width * height * BGRA) };
}
