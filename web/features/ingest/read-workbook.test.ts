import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readWorkbook } from './running-order-file.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Styles: 0 is plain, 1 a time of day, 2 a date with a time. */
function workbook(rows: string, extra: Record<string, Uint8Array> = {}): Blob {
  const parts = {
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Order" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" xfId="0"/><xf numFmtId="20" xfId="0" applyNumberFormat="1"/><xf numFmtId="22" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
  };
  const packed = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  return new Blob([new Uint8Array(zipSync({ ...Object.fromEntries(packed), ...extra }))]);
}

const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (cell: string, value: number, style = 0) => `<c r="${cell}" s="${style}"><v>${value}</v></c>`;
const row = (line: number, ...cells: string[]) => `<row r="${line}">${cells.join('')}</row>`;
const heading = row(1, ...['order', 'program', 'team', 'time'].map((name, i) => text(`${'ABCD'[i]}1`, name)));

test('a workbook becomes the same lines as a CSV file, with times of day and dates as Excel keeps them', async () => {
  const rows = [
    heading,
    row(2, number('A2', 1), text('B2', 'Bayline, Cheer'), text('C2', 'Tidal'), number('D2', 0.375, 1)),
    row(3, number('A3', 2), text('B3', 'Harbor'), text('C3', 'Éclair'), number('D3', 46340.5868055556, 2)),
  ];
  expect(await readWorkbook(workbook(rows.join('')))).toBe(
    'order,program,team,time\r\n1,"Bayline, Cheer",Tidal,09:00:00\r\n2,Harbor,Éclair,2026-11-14T14:05:00\r\n',
  );
});

test('a sheet that unpacks to more than half a megabyte is read without a worker', async () => {
  const rows = Array.from({ length: 4_000 }, (_, at) =>
    row(at + 2, number(`A${at + 2}`, at), text(`B${at + 2}`, `Program with a name ${at}`)),
  );
  const csv = await readWorkbook(workbook(heading + rows.join('')));
  expect(csv.split('\r\n')).toHaveLength(4_002);
});

test('a workbook that unpacks to gigabytes is refused before it is unpacked', async () => {
  const bomb = workbook(heading, { 'xl/media/image1.xml': new Uint8Array(20_000_001) });
  expect(bomb.size).toBeLessThan(100_000);
  await expect(readWorkbook(bomb)).rejects.toThrow(
    'This workbook is too large. Save only the sheet you need.',
  );
});

test('a large file and a file of another kind are refused in words', async () => {
  await expect(readWorkbook(new Blob([new Uint8Array(1_000_001)]))).rejects.toThrow('The limit is 1 MB.');
  await expect(readWorkbook(new Blob(['order,program\r\n']))).rejects.toThrow('Save it as .xlsx or .csv.');
});
