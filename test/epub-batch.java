import com.adobe.epubcheck.api.EPUBLocation;
import com.adobe.epubcheck.api.EpubCheck;
import com.adobe.epubcheck.api.MasterReport;
import com.adobe.epubcheck.messages.Message;
import com.adobe.epubcheck.messages.Severity;
import com.adobe.epubcheck.util.FeatureEnum;
import java.io.File;
import java.util.EnumSet;

/** Runs EPUBCheck over all files named on the command line in one process: to start one for each takes seconds. One line for each complaint. */
class EpubBatch {
  public static void main(String[] files) {
    for (String file : files) new EpubCheck(new File(file), new Complaints(new File(file).getName())).doValidate();
    System.out.println("checked " + files.length);
  }

  static class Complaints extends MasterReport {
    private final String file;

    Complaints(String file) {
      this.file = file;
    }

    @Override
    public void message(Message message, EPUBLocation location, Object... details) {
      if (!EnumSet.of(Severity.WARNING, Severity.ERROR, Severity.FATAL).contains(message.getSeverity())) return;
      String place = location.getPath() + ":" + location.getLine() + ":" + location.getColumn();
      String text = message.getMessage(details).replaceAll("\\s+", " ");
      System.out.println(file + ": " + message.getSeverity() + " " + message.getID() + " " + place + " " + text);
    }

    @Override
    public void info(String resource, FeatureEnum feature, String value) {}

    @Override
    public void initialize() {}

    @Override
    public int generate() {
      return 0;
    }
  }
}
