export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export function exportPath(list: string): string {
  return `${list}export/`;
}

const namePart = (text: string) =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();

/**
 * "students-nile-branch-2026-11-22.csv".
 * @param list the path of the list
 * @param day yyyy-MM-dd
 */
export function exportFileName(list: string, branch: string, day: string, format: ExportFormat): string {
  return `${[namePart(list), namePart(branch), day].filter(Boolean).join('-')}.${format}`;
}
