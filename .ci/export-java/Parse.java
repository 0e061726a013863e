import com.sun.source.util.JavacTask;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/** Reads Java files as far as their grammar goes: the libraries that they name need not be there. */
public class Parse {
    public static void main(String[] args) throws Exception {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var found = new DiagnosticCollector<JavaFileObject>();
        var files = compiler.getStandardFileManager(found, null, null);
        var paths = new ArrayList<Path>();
        try (var list = Files.list(Path.of(args[0]))) {
            list.filter(p -> p.toString().endsWith(".java")).sorted().forEach(paths::add);
        }
        var task = (JavacTask) compiler.getTask(null, files, found, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(paths));
        int units = 0;
        for (var unit : task.parse()) {
            units++;
        }
        for (var d : found.getDiagnostics()) {
            System.err.println(d);
        }
        System.out.println(units + " programs in Java read");
        System.exit(found.getDiagnostics().isEmpty() && units > 0 ? 0 : 1);
    }
}
